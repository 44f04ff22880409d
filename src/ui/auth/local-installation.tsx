import { createContext, type ReactNode, use, useEffect, useState } from 'react'

const Context = createContext<Promise<boolean>>(Promise.resolve(false))

/** Whether accounts live in an emulator on this machine, as soon as the deployment's configuration says so. */
export const LocalInstallation = ({ isLocal, children }: { isLocal: Promise<boolean>; children: ReactNode }) => (
  <Context value={isLocal}>{children}</Context>
)

export function useIsLocalInstallation(): boolean {
  const pending = use(Context)
  const [isLocal, setLocal] = useState(false)
  useEffect(() => {
    void pending.then(setLocal, () => setLocal(false))
  }, [pending])
  return isLocal
}
