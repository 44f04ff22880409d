import { useLingui } from '@lingui/react/macro'

/** The step of a connection test in words; an unknown one is shown as it came. */
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
