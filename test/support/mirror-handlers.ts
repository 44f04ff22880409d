import type { Asked } from './contract-problem.ts'

const OFF = { wanted: 'off', state: 'off', changes_per_second: 0, tables: [] }

/** One small answer per call of mirrors. */
export const MIRROR_HANDLERS = {
  listMirrors: () => [],
  getMirror: () => OFF,
  listMirrorWindows: () => ({ windows: [] }),
  checkMirror: () => ({ hindrances: [], tables: [] }),
  changeMirror: ({ body }: Asked) => ({ ...OFF, ...body }),
  compareMirror: () => ({ wanted: 'on', state: 'following', changes_per_second: 0, tables: [] }),
  changeCutOver: () => OFF,
  listMirrorDifference: () => ({ columns: [], rows: [] }),
  changeMirroredTable: () => OFF,
}
