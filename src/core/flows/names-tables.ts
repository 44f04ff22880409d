import type { Flow } from './flow.ts'

/** Whether a flow names tables of its source, so that they must be known to show it; one that moves everything unchanged does not. */
export const namesTables = ({ config: { streams, transformations } }: Pick<Flow, 'config'>): boolean =>
  streams.length + transformations.length > 0
