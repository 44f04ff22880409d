import { limitSentence } from '../../core/catalog/limit-sentence.ts'
import { isNearLimit, type LimitKind } from '../../core/catalog/limits.ts'
import { inEnglish } from '../../core/catalog/sentence.ts'
import { useServerText } from '../i18n/use-server-text.ts'
import { Callout } from '../kit/callout/callout.tsx'
import { useDeployment } from '../services/deployment.tsx'

interface LimitNoticeProps {
  readonly kind: LimitKind
  readonly count: number
}

/** Says before it stops anybody that a limit of the server is near; nothing for a server that tells no limits. */
export function LimitNotice({ kind, count }: LimitNoticeProps) {
  const { limits } = useDeployment()
  const serverText = useServerText()
  const limit = limits?.[kind]
  if (limit === undefined || !isNearLimit(count, limit)) return null
  const sentence = limitSentence(kind, { count, limit })
  return <Callout tone="warning">{serverText.message({ message: inEnglish(sentence), sentence })}</Callout>
}
