import type { ReactNode } from "react";

interface CardProps {
  readonly title: string;
  /** Shown at the end of the header. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page with a heading. */
export function Card({ title, aside, children }: CardProps) {
  return (
    <section className="card">
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

/** What a card says when it has nothing to list. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className="state muted">{children}</p>;
}
