/** How the tables of a run that did not arrive are moved again. */
export interface RetryChoice {
  /** Changes of columns at which the run stopped are taken this time; the flow stays as it is. */
  readonly takesNewColumns?: boolean
}
