import type { ComponentProps } from 'react'
import { Field } from '#ui/controls/field.tsx'
import { RemovableImage } from '#ui/controls/image-picker.tsx'
import { Input } from '#ui/controls/input.tsx'
import {
  MOBILE_SETTINGS,
  type MobileSetting,
  type MobileSettings,
} from '@tahanan/contract/settings/mobile-settings.ts'
import { ColourControl } from './colour-control.tsx'
import { contrast, MIN_CONTRAST } from './colours.ts'

const GROUNDS: Partial<Record<MobileSetting, MobileSetting>> = {
  primaryButtonLabelColor: 'primaryButtonBackgroundColor',
  secondaryButtonLabelColor: 'secondaryButtonBackgroundColor',
}

interface MobileFieldProps {
  name: MobileSetting
  settings: MobileSettings
  picture: Omit<ComponentProps<typeof RemovableImage>, 'label'>
  error?: string
  onChange: (value: string) => void
}

/** The control of a mobile setting, by its kind. */
export function MobileField(props: MobileFieldProps) {
  const { name, settings, picture, error, onChange } = props
  const { kind, label, ...rest } = MOBILE_SETTINGS[name]
  const hint = 'hint' in rest ? rest.hint : undefined
  switch (kind) {
    case 'image':
      return <RemovableImage label={label} {...picture} help={error ?? `${hint} pixels`} />
    case 'colour':
      return (
        <Field label={label} error={error} help={hardToRead(name, settings)}>
          <ColourControl name={name} label={label} value={settings[name]} onChange={onChange} />
        </Field>
      )
    default:
      return (
        <Field
          label={label}
          error={error}
          help={kind === 'fixed' ? 'The same for every community.' : undefined}
        >
          <Input
            name={name}
            value={settings[name]}
            readOnly={kind === 'fixed'}
            limit={1000}
            autoComplete="off"
            onChange={({ target }) => onChange(target.value)}
          />
        </Field>
      )
  }
}

function hardToRead(name: MobileSetting, settings: MobileSettings): string | undefined {
  const ground = GROUNDS[name]
  const ratio = ground && contrast(settings[name], settings[ground])
  return ratio !== undefined && ratio < MIN_CONTRAST
    ? `Hard to read on the button: the contrast is ${ratio.toFixed(1)} to 1, and ${MIN_CONTRAST} is needed.`
    : undefined
}
