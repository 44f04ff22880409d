import type { Meta, StoryObj } from '@storybook/react-vite'

import { Button } from '../button/button.tsx'
import { Field } from '../field/field.tsx'
import { TextInput } from '../text-input/text-input.tsx'
import { InlineForm } from './inline-form.tsx'

const meta = {
  title: 'Kit/Inline form',
  component: InlineForm,
  args: {
    children: (
      <>
        <Field label="Organization name">
          <TextInput defaultValue="Analytical Engines" />
        </Field>
        <Button type="submit">Save</Button>
      </>
    ),
  },
  parameters: { shows: { role: 'button', name: 'Save' } },
} satisfies Meta<typeof InlineForm>

export default meta

export const FieldAndButton: StoryObj<typeof meta> = {}
