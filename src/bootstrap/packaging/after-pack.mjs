import { restoreManifest } from './package-manifest.mjs'

// The second half of `npm pack`: the repository has its own manifest again.
restoreManifest()
