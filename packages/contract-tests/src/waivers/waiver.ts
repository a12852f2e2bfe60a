/** A deviation that the register of the contract allows a deployment, once it is declared. */
export interface Waiver {
  /** The name for `--allow`. */
  readonly id: string;
  /** The open question of the register. */
  readonly question: string;
  /** What the register says if a deployment decides otherwise. */
  readonly otherwise: string;
}
