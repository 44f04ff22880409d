import { createContext, type ReactNode, use, useEffect, useState } from 'react'

import type { Limits } from '../../core/catalog/limits.ts'
import type { Sandbox } from '../../core/catalog/sandbox.ts'

/** The client's facts about its server. */
export interface Deployment {
  /** Accounts are stored on this machine. */
  readonly isLocal: boolean
  /** How much people can make; absent: unknown. */
  readonly limits?: Limits | undefined
  readonly sandbox?: Sandbox | undefined
  /** The version of the server, if it returns one. */
  readonly version?: string | undefined
}

const UNKNOWN: Deployment = { isLocal: false }
const Context = createContext(UNKNOWN)

/** Provides the deployment's configuration to all components below, as soon as it is loaded. */
export function DeploymentProvider({ deployment, children }: { deployment: Promise<Deployment>; children: ReactNode }) {
  const [known, setKnown] = useState(UNKNOWN)
  useEffect(() => {
    void deployment.then(setKnown, () => setKnown(UNKNOWN))
  }, [deployment])
  return <Context value={known}>{children}</Context>
}

export const useDeployment = (): Deployment => use(Context)
