import type { FlowConfig } from '../../store/flows/flow-config.ts'

/** How often the destination gets a batch, in milliseconds; nothing: as usual. */
export const mirrorPace = ({ mirror_seconds: seconds }: FlowConfig): number | undefined =>
  seconds === undefined ? undefined : seconds * 1_000
