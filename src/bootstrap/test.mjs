import { refuseOldNode } from './refuse-old-node.mjs'

refuseOldNode(process.versions.node)
import('./prepare-and-test.mjs').then(({ prepareAndTest }) => prepareAndTest())
