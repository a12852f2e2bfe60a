import { Icon } from "./icon.tsx";

/** Whether a transaction succeeded. Those that predate the field have no status. */
export function Status({ status }: { status: number | null | undefined }) {
  if (typeof status !== "number") {
    return <span className="badge big">Status unknown</span>;
  }
  return status === 1 ? (
    <span className="badge big ok">
      <Icon name="check" />
      Success
    </span>
  ) : (
    <span className="badge big bad">
      <Icon name="warning" />
      Failed
    </span>
  );
}
