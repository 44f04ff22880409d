import { makeDialler } from '../../engine/net/dialler.ts'
import { parseNetworks } from '../../engine/net/parse-networks.ts'
import type { Dialler } from '../../engine/ports/dialler.ts'
import type { Config } from './config.ts'

/** The way out that the configuration allows. */
export const diallerOf = ({
  egressAllow,
  egressDeny,
  production,
}: Pick<Config, 'egressAllow' | 'egressDeny' | 'production'>): Dialler =>
  makeDialler({
    allow: parseNetworks(egressAllow.join(',')),
    deny: parseNetworks(egressDeny.join(',')),
    allowPrivate: !production,
  })
