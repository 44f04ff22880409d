#!/usr/bin/env node
import { refuseOldNode } from '../refuse-old-node.mjs'

refuseOldNode(process.versions.node)
void import('./run-packed.mjs').then(({ runPacked }) => runPacked(process.argv.slice(2)))
