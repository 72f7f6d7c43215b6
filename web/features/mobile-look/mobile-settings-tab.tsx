import './mobile.css'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api/api.ts'
import { SettingsForm } from '#ui/forms/settings-form.tsx'
import { useSettingsForm } from '#ui/forms/use-settings-form.ts'
import { RecordSkeleton } from '#ui/lists/skeletons.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { type Field, type Form, text } from '@tahanan/contract/forms/fields.ts'
import type { StoredMobileSettings } from '@tahanan/contract/settings/answers.ts'
import {
  INITIAL_MOBILE_SETTINGS,
  MOBILE_SETTING_NAMES,
  MOBILE_SETTINGS,
  type MobileSetting,
  type MobileSettings,
  parseMobileSettings,
} from '@tahanan/contract/settings/mobile-settings.ts'
import { HEX_COLOUR_PATTERN, isColour } from './colours.ts'
import { MobileField } from './mobile-field.tsx'
import { PhonePreview } from './phone-preview.tsx'

const mobileQuery = queryOptions({
  queryKey: ['mobile-settings'],
  queryFn: async ({ signal }): Promise<MobileSettings> => {
    const { value } = await api.get<StoredMobileSettings>('/mobile-settings', undefined, signal)
    const parsedSettings = parseMobileSettings(value)
    return 'settings' in parsedSettings ? parsedSettings.settings : INITIAL_MOBILE_SETTINGS
  },
  // Never served from an old cache, because the form must start with the saved values.
  staleTime: 0,
})

/** Tab that edits the appearance of the mobile app, with a preview (rules 11.11, 11.13). */
export default function MobileSettingsTab() {
  const query = useQuery(mobileQuery)
  if (query.data) return <MobileForm savedSettings={query.data} />
  return (
    <QueryState query={query} title="We could not load the settings">
      <RecordSkeleton count={8} />
    </QueryState>
  )
}

const INVALID_COLOUR_MESSAGE = 'This is not a colour, such as #17594a.'

const createField = (name: MobileSetting): Field => {
  const { kind, label } = MOBILE_SETTINGS[name]
  return kind === 'colour'
    ? text({
        label,
        required: INVALID_COLOUR_MESSAGE,
        pattern: { source: HEX_COLOUR_PATTERN.source, message: INVALID_COLOUR_MESSAGE },
      })
    : text({ label, max: 1000, secret: name === 'appConnectionString' })
}

const mobileForm: Form = {
  fields: Object.fromEntries(
    MOBILE_SETTING_NAMES.filter((name) => ['text', 'colour'].includes(MOBILE_SETTINGS[name].kind)).map(
      (name) => [name, createField(name)],
    ),
  ),
}

function MobileForm({ savedSettings }: { savedSettings: MobileSettings }) {
  const form = useSettingsForm({
    name: 'mobile settings',
    form: mobileForm,
    saved: savedSettings,
    otherValues: ({ appName, headerLogoPath, loginBackgroundImagePath }) => ({
      appName,
      headerLogoPath,
      loginBackgroundImagePath,
    }),
    send: (changes) =>
      api.post('/website-settings', {
        settings: [{ name: 'mobileSettings', value: JSON.stringify(changes) }],
      }),
    staleQueries: [mobileQuery.queryKey],
    onSaved: () => toast.success('Mobile Settings Successfuly Updated.'),
    getName: (field) => field.replace(/^mobileSettings\./, ''),
  })
  const values = form.values as MobileSettings
  // The preview keeps the last valid colours while another colour is being typed.
  const [colours, setColours] = useState<Partial<MobileSettings>>({})
  const changeSetting = (name: MobileSetting, value: string): void => {
    form.set(name, value)
    if (isColour(value)) setColours({ ...colours, [name]: value })
  }
  const previewSettings = Object.fromEntries(
    MOBILE_SETTING_NAMES.map((name) => [
      name,
      MOBILE_SETTINGS[name].kind === 'colour' && !isColour(values[name])
        ? (colours[name] ?? savedSettings[name])
        : values[name],
    ]),
  ) as MobileSettings
  return (
    <div className="mobile">
      <SettingsForm form={form} className="tile mobileform" submitLabel="Submit">
        {MOBILE_SETTING_NAMES.map((name) => (
          <MobileField
            key={name}
            name={name}
            settings={values}
            picture={form.getPictureProps(name)}
            error={form.errors[name]}
            onChange={(value) => changeSetting(name, value)}
          />
        ))}
        {form.errors.mobileSettings && <p className="help err">{form.errors.mobileSettings}</p>}
      </SettingsForm>
      <PhonePreview
        settings={previewSettings}
        logo={form.getPictureProps('headerLogoPath')}
        background={form.getPictureProps('loginBackgroundImagePath')}
      />
    </div>
  )
}
