import { fireEvent } from '@testing-library/react'
import { expect, it } from 'vitest'

import { aFlow } from '../../../../../test/support/builders.ts'
import { anEditor, PATIENCE } from '../../../../../test/support/flow-editor.ts'
import { MemoryFlowRepository } from '../../../../adapters/memory/flows/memory-flow-repository.ts'

// The only test of its file: code that an earlier one has loaded would be there at once.
it('takes a key that is pressed as soon as the flow is shown', async () => {
  const flows = new MemoryFlowRepository()
  const pressed = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[aria-label="Name of the flow"]')) return
      observer.disconnect()
      fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
      resolve()
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await anEditor([], { config: aFlow().config }, { flows })

  await pressed

  await expect.poll(() => flows.keys.length, PATIENCE).toBe(1)
})
