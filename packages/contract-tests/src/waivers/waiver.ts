/** A deviation that the register of the contract allows a deployment, once it is declared. */
export interface Waiver {
  /** The name for `--allow`. */
  readonly id: string;
  /** The open question of the register. */
  readonly question: string;
  /** Advice of the register for deployments that decide otherwise. */
  readonly otherwise: string;
}
