/** Puts the address of a run's page where it can be pasted from. */
export const copyRunLink = (runId: string): void =>
  void navigator.clipboard.writeText(new URL(`/runs/${runId}`, window.location.href).href)
