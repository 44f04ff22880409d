import { useLingui } from '@lingui/react/macro'

/** The name of a stage of a connection test; an unknown stage is shown unchanged. */
export function useStageName(): (stage: string) => string {
  const { t } = useLingui()
  const names: Readonly<Record<string, string | undefined>> = {
    tunnel: t`Tunnel`,
    resolve: t`Name resolves`,
    connect: t`Port is open`,
    tls: t`TLS`,
    'sign-in': t`Sign-in`,
    read: t`Can read`,
    write: t`Can write`,
  }
  return (stage) => names[stage] ?? stage
}
