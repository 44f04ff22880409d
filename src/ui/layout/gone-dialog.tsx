import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

import { TRASH_DAYS } from '../../core/catalog/trash.ts'
import { Button } from '../kit/button/button.tsx'
import { Dialog } from '../kit/dialog/dialog.tsx'

interface GoneDialogProps {
  /** For what does not go to the trash when it is deleted. */
  readonly withoutTrash?: boolean
  onClose(): void
}

/** For a link to something that the list does not have: without a word, the page would look as if the link had done nothing. */
export const GoneDialog = ({ withoutTrash = false, onClose }: GoneDialogProps) => (
  <Dialog
    size="sm"
    title={<Trans>This does not exist any more</Trans>}
    description={
      withoutTrash ? (
        <Trans>It was removed, or is in another organization.</Trans>
      ) : (
        <Trans>It was deleted, or is in another organization. The trash keeps it for {TRASH_DAYS} days.</Trans>
      )
    }
    footer={
      <>
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
        {!withoutTrash && (
          <Button asChild variant="primary">
            <Link to="/trash">
              <Trans>Look in the trash</Trans>
            </Link>
          </Button>
        )}
      </>
    }
    onClose={onClose}
  />
)
