import { refuseOldNode } from './refuse-old-node.mjs'

refuseOldNode(process.versions.node)
void import('./prepare-and-start.mjs').then(({ prepareAndStart }) =>
  prepareAndStart(['src/server/millrace.ts', 'start', '--no-open', ...process.argv.slice(2)]),
)
