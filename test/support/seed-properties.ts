import fc from 'fast-check'

import { SEED, TRIES_ALL } from './samples.ts'

// A property tries the same values in each `npm test`, and others each time in `npm run test:full`.
if (!TRIES_ALL) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED })
