import { createContext, type ReactNode, use, useEffect, useState } from 'react'

import type { Sandbox } from '../../core/catalog/sandbox.ts'

/** What the client knows of the server that it belongs to. */
export interface Deployment {
  /** Accounts live on this machine. */
  readonly isLocal: boolean
  readonly sandbox?: Sandbox | undefined
  /** Of the server, where it tells. */
  readonly version?: string | undefined
}

const UNKNOWN: Deployment = { isLocal: false }
const Context = createContext(UNKNOWN)

/** Tells every part below, as soon as the deployment's configuration has come. */
export function DeploymentProvider({ deployment, children }: { deployment: Promise<Deployment>; children: ReactNode }) {
  const [known, setKnown] = useState(UNKNOWN)
  useEffect(() => {
    void deployment.then(setKnown, () => setKnown(UNKNOWN))
  }, [deployment])
  return <Context value={known}>{children}</Context>
}

export const useDeployment = (): Deployment => use(Context)
