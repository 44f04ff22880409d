import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet, useNavigate, useSearch } from '@tanstack/react-router'
import { HardDrive } from 'lucide'
import { useEffect } from 'react'
import { Icon } from '../kit/icon/icon.tsx'
import { Logo } from '../layout/logo.tsx'
import { SlowStart } from '../layout/slow-start.tsx'
import { useDeployment } from '../services/deployment.tsx'
import { type SignedInApp, useSignedInApp } from '../services/signed-in-app-source.ts'
import styles from './auth-layout.module.css'
import { safeReturnPath } from './return-path.ts'
import { useIsSessionStarting } from './use-is-session-starting.ts'

/** The layout of sign-in and registration; a signed-in user continues to the requested page. */
export function AuthLayout() {
  const { t } = useLingui()
  const { isLocal } = useDeployment()
  const isStarting = useIsSessionStarting()
  useLeaveOnceSignedIn()

  return (
    <div className={styles['page']}>
      <main className={styles['main']}>
        <Logo withName />
        <div className={styles['form']}>
          {isStarting && <SlowStart />}
          <div hidden={isStarting}>
            <Outlet />
          </div>
        </div>
        {isLocal && (
          <p className={styles['local']}>
            <Icon of={HardDrive} size={15} />
            <Trans>Local installation: accounts live on this machine.</Trans>
          </p>
        )}
      </main>
      <aside className={styles['aside']} aria-label={t`About Millrace`}>
        <Streams />
        <p className={styles['statement']}>
          <Trans>Your data, between the systems you already use.</Trans>
        </p>
        <p className={styles['promise']}>
          <Trans>Values arrive unchanged.</Trans>
        </p>
      </aside>
    </div>
  )
}

function useLeaveOnceSignedIn() {
  const { loaded } = useSignedInApp()
  const navigate = useNavigate()
  const { redirect } = useSearch({ from: '/auth' })
  useEffect(() => {
    let isGone = false
    let unsubscribe = () => {}
    const watch = ({ services: { sessionState } }: SignedInApp) => {
      if (isGone) return
      const look = () => {
        if (sessionState.get().status === 'signed-in') void navigate({ to: safeReturnPath(redirect), replace: true })
      }
      unsubscribe = sessionState.subscribe(look)
      look()
    }
    // A user who then tries to sign in sees that the server cannot be reached.
    void loaded.then(watch, () => undefined)
    return () => {
      isGone = true
      unsubscribe()
    }
  }, [loaded, navigate, redirect])
}

/** Many streams that join: the picture of the product. */
function Streams() {
  const lines = [40, 90, 140, 190, 240, 290]
  return (
    <svg className={styles['streams']} viewBox="0 0 480 330" aria-hidden>
      {lines.map((y, line) => (
        <g key={y}>
          <path className={styles['bed']} d={`M0 ${y} C 170 ${y}, 190 165, 300 ${150 + line * 6} S 420 165, 480 165`} />
          <path
            className={styles['water']}
            style={{ animationDelay: `${line * -1.1}s` }}
            d={`M0 ${y} C 170 ${y}, 190 165, 300 ${150 + line * 6} S 420 165, 480 165`}
          />
        </g>
      ))}
    </svg>
  )
}
