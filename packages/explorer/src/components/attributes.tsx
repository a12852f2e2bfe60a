import { Card } from "./card.tsx";
import { Details } from "./details.tsx";

/** The attributes of an NFT; their form is the collection's own. */
export function Attributes({ attributes }: { attributes: readonly unknown[] | null | undefined }) {
  if (!attributes?.length) {
    return null;
  }
  const rows = attributes.map((each, at) => {
    const { trait_type: trait, value } = Object(each);
    return [String(trait ?? `Attribute ${at + 1}`), text(value ?? each)] as const;
  });
  return (
    <Card title="Attributes">
      <Details className="traits" rows={rows} />
    </Card>
  );
}

function text(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
