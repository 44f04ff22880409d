import { refuseOldNode } from './refuse-old-node.mjs'

refuseOldNode(process.versions.node)
import('./prepare-and-start.mjs').then(({ prepareAndStart }) => prepareAndStart())
