import type { ComponentProps } from 'react'
import { Field, type FieldControlProps } from '#ui/controls/field.tsx'
import { RemovableImage } from '#ui/controls/image-picker.tsx'
import { Input } from '#ui/controls/input.tsx'
import {
  MOBILE_SETTINGS,
  type MobileSetting,
  type MobileSettings,
} from '@tahanan/contract/settings/mobile-settings.ts'
import { MIN_CONTRAST, computeContrast, toPickerColour } from './colours.ts'

const BACKGROUND_SETTINGS: Partial<Record<MobileSetting, MobileSetting>> = {
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

export function MobileField(props: MobileFieldProps) {
  const { name, settings, picture, error, onChange } = props
  const { kind, label, ...rest } = MOBILE_SETTINGS[name]
  const hint = 'hint' in rest ? rest.hint : undefined
  switch (kind) {
    case 'image':
      return <RemovableImage label={label} {...picture} help={error ?? `${hint} pixels`} />
    case 'colour':
      return (
        <Field label={label} error={error} help={describeLowContrast(name, settings)}>
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

function describeLowContrast(name: MobileSetting, settings: MobileSettings): string | undefined {
  const backgroundName = BACKGROUND_SETTINGS[name]
  const contrastRatio = backgroundName && computeContrast(settings[name], settings[backgroundName])
  return contrastRatio !== undefined && contrastRatio < MIN_CONTRAST
    ? `Hard to read on the button: the contrast is ${contrastRatio.toFixed(1)} to 1, and ${MIN_CONTRAST} is needed.`
    : undefined
}

interface ColourControlProps extends FieldControlProps {
  name: string
  label: string
  value: string
  onChange: (value: string) => void
}

function ColourControl({ name, label, value, onChange, ...aria }: ColourControlProps) {
  return (
    <Input
      {...aria}
      name={name}
      className="colour"
      value={value}
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="none"
      onChange={({ target }) => onChange(target.value)}
      trailingContent={
        <input
          type="color"
          aria-label={`Pick: ${label}`}
          value={toPickerColour(value) ?? '#000000'}
          onChange={({ target }) => onChange(target.value)}
        />
      }
    />
  )
}
