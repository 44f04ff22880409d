import { buildClient } from './build-client.mjs'
import { orExplain } from './or-explain.mjs'

await orExplain(buildClient)
