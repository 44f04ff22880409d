import { useLingui } from '@lingui/react/macro'

import type { CopiedText, FlowMend, Mend } from '../../../core/mends/mend.ts'

export interface MendTexts {
  /** Names the act. */
  readonly label: string
  /** What it will do, before it does it. */
  readonly effect: string
}

/** What a mend is called, and what it does. */
export function useMendTexts(): (mend: Mend) => MendTexts {
  const { t } = useLingui()
  const flowTexts = useFlowTexts()
  const copyTexts = useCopyTexts()
  return (mend) => {
    switch (mend.kind) {
      case 'flow':
        return flowTexts(mend)
      case 'copy':
        return copyTexts(mend.what)
      case 'target': {
        const [narrow] = mend.narrow
        const [missing = ''] = mend.missing
        const isOne = mend.narrow.length + mend.missing.length === 1
        return {
          label: !isOne
            ? mend.missing.length > 0
              ? t`Change the target`
              : t`Widen the target’s columns`
            : narrow
              ? t`Widen “${narrow.name}” to ${narrow.type}`
              : t`Add “${missing}” to the target`,
          effect: t`No value is lost. Readers may wait for the rewriting.`,
        }
      }
      case 'again':
        return {
          label: t`Create ${mend.target} again`,
          effect: t`The old one keeps rows, views, foreign keys, indexes and rights under another name. There is none until the next run.`,
        }
      case 'position':
        return {
          label: t`Read from the beginning`,
          effect: t`The next run reads all of “${mend.entity}”.`,
        }
      case 'run-again':
        return { label: t`Run again`, effect: '' }
    }
  }
}

/** What each act on the flow does. */
function useFlowTexts(): (mend: FlowMend) => MendTexts {
  const shape = useShapeTexts()
  const rows = useRowTexts()
  return (mend) => {
    const texts: Readonly<Record<FlowMend['act'], () => MendTexts>> = { ...shape(mend), ...rows(mend) }
    return texts[mend.act]()
  }
}

type RowAct = Extract<
  FlowMend['act'],
  | 'reject-rows'
  | 'warn-only'
  | 'raise-vanished'
  | 'raise-budget'
  | 'read-empty-cursor'
  | 'skip-empty-cursor'
  | 'drop-cursor'
  | 'base-types'
  | 'read-zero-dates'
  | 'change-mode'
>

/** Acts that change which tables and columns move. */
function useShapeTexts(): (mend: FlowMend) => Readonly<Record<Exclude<FlowMend['act'], RowAct>, () => MendTexts>> {
  const { t } = useLingui()
  const otherColumn = useOtherColumnText()
  return ({ names, keeps, followed }) => {
    const [first = '', second = ''] = names
    const all = names.join(', ')
    return {
      'take-columns': () => ({
        label: names.length > 0 ? t`Take the new columns: ${all}` : t`Follow the changes`,
        effect: t`The target gets new columns and wider types.`,
      }),
      'ignore-columns': () => ({
        label: t`Leave new columns out`,
        effect: t`Runs note them.`,
      }),
      'leave-out': () => ({
        label: t`Leave out “${all}”`,
        effect: t`What has arrived stays.`,
      }),
      'replace-column': () => ({
        label: t`Use “${second}” instead of “${first}”`,
        effect: otherColumn({ first, second, keeps, followed }),
      }),
      'replace-table': () => ({
        label: t`Use “${second}” instead of “${first}”`,
        effect:
          keeps === undefined
            ? t`Replaces “${first}” by “${second}” in the flow.`
            : t`Replaces “${first}” by “${second}” in the flow. Rows still arrive in “${keeps}”.`,
      }),
      'drop-table': () => ({
        label: t`Stop moving “${first}”`,
        effect: t`Its own steps go. What has arrived stays.`,
      }),
    }
  }
}

/** Acts that change which rows move, and how. */
function useRowTexts(): (mend: FlowMend) => Readonly<Record<RowAct, () => MendTexts>> {
  const { t } = useLingui()
  return ({ names: [first = ''] }) => ({
    'reject-rows': () => ({
      label: t`Set such rows aside`,
      effect: t`They wait here for correction. All others arrive.`,
    }),
    'warn-only': () => ({
      label: t`Only warn from now on`,
      effect: t`The rows arrive with a warning.`,
    }),
    'raise-vanished': () => ({
      label: t`Accept up to ${first} %`,
      effect: t`Up to this share, runs do not ask.`,
    }),
    'raise-budget': () => ({
      label: t`Raise the flow’s budget`,
      effect: t`It doubles, or becomes what this run needs.`,
    }),
    'read-empty-cursor': () => ({
      label: t`Read such rows every time`,
      effect: t`Every run reads them.`,
    }),
    'skip-empty-cursor': () => ({
      label: t`Leave such rows out`,
      effect: t`They arrive once they have a value.`,
    }),
    'drop-cursor': () => ({
      label: t`Read all rows every time`,
      effect: t`The cursor is removed.`,
    }),
    'base-types': () => ({
      label: t`Use base types`,
      effect: t`Columns get a base type for the same values.`,
    }),
    'read-zero-dates': () => ({
      label: t`Read such dates as NULL`,
      effect: t`Such as 0000-00-00.`,
    }),
    'change-mode': () => ({
      label: t`Use the mode “${first}”`,
      effect: t`“append” adds rows, “upsert” replaces rows with the same key, “replace” replaces all.`,
    }),
  })
}

interface OtherColumn {
  readonly first: string
  readonly second: string
  readonly keeps: FlowMend['keeps'] | undefined
  readonly followed: FlowMend['followed'] | undefined
}

/** What it means that a column takes the place of another. */
function useOtherColumnText(): (of: OtherColumn) => string {
  const { t } = useLingui()
  return ({ first, second, keeps, followed }) => {
    if (keeps === undefined) return t`Replaces “${first}” by “${second}” in the flow.`
    if (!followed) return t`Reads “${second}” in place of “${first}”. A first step renames it to “${keeps}”.`
    const again = t`The next run brings “${second}” into “${keeps}” again, by a first step.`
    const stays = followed.drops
      ? t`Its column “${second}” goes.`
      : followed.mode === 'replace'
        ? t`Its column “${second}” stays, without values.`
        : t`Its column “${second}” stays, with its values.`
    const gap = t`Rows since the rename lack “${keeps}” until they are read again.`
    return followed.isPart ? `${again} ${stays} ${gap}` : `${again} ${stays}`
  }
}

/** Who needs the text, and for what. */
function useCopyTexts(): (what: CopiedText) => MendTexts {
  const { t } = useLingui()
  const asAdministrator = () => t`For the administrator of the server. Millrace changes nothing.`
  return (what) => {
    const texts: Readonly<Record<CopiedText, () => MendTexts>> = {
      grant: () => ({ label: t`Copy the GRANT`, effect: asAdministrator() }),
      owner: () => ({ label: t`Copy the change of the owner`, effect: asAdministrator() }),
      'access-rule': () => ({ label: t`Copy the line for pg_hba.conf`, effect: asAdministrator() }),
      'create-database': () => ({ label: t`Copy CREATE DATABASE`, effect: asAdministrator() }),
      'create-schema': () => ({ label: t`Copy CREATE SCHEMA`, effect: asAdministrator() }),
      'unique-index': () => ({ label: t`Copy the unique index`, effect: asAdministrator() }),
      'allow-null': () => ({ label: t`Copy the change that allows NULL`, effect: asAdministrator() }),
      'renew-password': () => ({ label: t`Copy the new password statement`, effect: asAdministrator() }),
      'unlock-account': () => ({ label: t`Copy the unlock statement`, effect: asAdministrator() }),
      'find-holder': () => ({
        label: t`Copy the query for who holds it`,
        effect: t`It only reads.`,
      }),
      'list-sessions': () => ({
        label: t`Copy the query for who is connected`,
        effect: t`It only reads.`,
      }),
      'packet-size': () => ({ label: t`Copy the larger packet size`, effect: asAdministrator() }),
      forwarding: () => ({ label: t`Copy the setting of the SSH server`, effect: asAdministrator() }),
      'share-address': () => ({
        label: t`Copy the address to share with`,
        effect: t`As viewer to read, as editor to write.`,
      }),
      'iam-policy': () => ({
        label: t`Copy the IAM policy`,
        effect: t`For the access key’s user in AWS; only reads costs.`,
      }),
      'cloud-roles': () => ({
        label: t`Copy the commands for the roles`,
        effect: t`For the administrator of the Google Cloud project: only the needed roles.`,
      }),
      'cloud-objects': () => ({
        label: t`Copy the commands`,
        effect: t`For the administrator of the Google Cloud project. Dataset and bucket need the same location.`,
      }),
      'enable-api': () => ({
        label: t`Copy the command that enables the API`,
        effect: t`For the operator of this server, in the project of GOOGLE_CLIENT_ID.`,
      }),
    }
    return texts[what]()
  }
}
