import { render, screen } from '@testing-library/react'
import { X } from 'lucide'
import { expect, it } from 'vitest'

import { Button } from '../../src/ui/kit/button/button.tsx'
import { IconButton } from '../../src/ui/kit/icon-button/icon-button.tsx'
import { ICON_PIXELS, type Size } from '../../src/ui/kit/size.ts'

const SIZES = ['xs', 'sm', 'md', 'lg', 'xl'] as const satisfies readonly Size[]

it('has the size presets xs, sm, md, lg and xl', () => {
  expect(Object.keys(ICON_PIXELS)).toEqual(SIZES)
})

it('has buttons and icons of each size, from the smallest to the largest', () => {
  for (const size of SIZES) {
    render(
      <>
        <Button size={size} icon={X}>{`Text ${size}`}</Button>
        <IconButton size={size} icon={X} label={`Icon ${size}`} />
      </>,
    )
  }

  const widths = (kind: string) =>
    SIZES.map((size) =>
      Number(
        screen
          .getByRole('button', { name: `${kind} ${size}` })
          .querySelector('svg')
          ?.getAttribute('width'),
      ),
    )
  const classes = SIZES.map((size) => screen.getByRole('button', { name: `Text ${size}` }).className)

  expect(widths('Text')).toEqual([12, 14, 16, 18, 20])
  expect(widths('Icon')).toEqual([12, 14, 16, 18, 20])
  expect(new Set(classes).size).toBe(5)
})
