import './mobile.css'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { useDraft } from '#lib/use-draft.ts'
import { Button } from '#ui/controls/button.tsx'
import { SubmitForm } from '#ui/controls/submit-form.tsx'
import { useSettingsForm } from '#ui/forms/use-settings-form.ts'
import { RecordSkeleton } from '#ui/lists/skeletons.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { QueryState } from '#ui/query-state.tsx'
import type { StoredMobileSettings } from '@tahanan/contract/settings/answers.ts'
import {
  INITIAL_MOBILE_SETTINGS,
  MOBILE_SETTING_NAMES,
  MOBILE_SETTINGS,
  type MobileSetting,
  type MobileSettings,
  readMobileSettings,
} from '@tahanan/contract/settings/mobile-settings.ts'
import { isColour } from './colours.ts'
import { MobileField } from './mobile-field.tsx'
import { PhonePreview } from './phone-preview.tsx'

const mobileQuery = queryOptions({
  queryKey: ['mobile-settings'],
  queryFn: async ({ signal }): Promise<MobileSettings> => {
    const { value } = await api.get<StoredMobileSettings>('/mobile-settings', undefined, signal)
    const read = readMobileSettings(value)
    return 'settings' in read ? read.settings : INITIAL_MOBILE_SETTINGS
  },
  // A form starts with the currently saved values.
  staleTime: 0,
})

/** Form of the mobile app's appearance, with a phone preview (rules 11.11, 11.13). */
export default function MobileSettingsTab() {
  const query = useQuery(mobileQuery)
  if (query.data) return <MobileForm saved={query.data} />
  return (
    <QueryState query={query} title="We could not load the settings">
      <RecordSkeleton count={8} />
    </QueryState>
  )
}

const isColourName = (name: MobileSetting): boolean => MOBILE_SETTINGS[name].kind === 'colour'

function MobileForm({ saved }: { saved: MobileSettings }) {
  // The preview keeps the last valid colour while one is typed.
  const shown = useDraft(saved)
  const form = useSettingsForm({
    saved,
    check: (values) => {
      const wrong = MOBILE_SETTING_NAMES.filter((name) => isColourName(name) && !isColour(values[name]))
      return Object.fromEntries(wrong.map((name) => [name, 'This is not a colour, such as #17594a.']))
    },
    send: async (changes) => {
      // Settings that are not sent stay unchanged.
      await api.post('/website-settings', {
        settings: [{ name: 'mobileSettings', value: JSON.stringify(changes) }],
      })
      queryClient.setQueryData(mobileQuery.queryKey, (known) => known && { ...known, ...changes })
      shown.settle(changes)
      void queryClient.invalidateQueries(mobileQuery)
      toast.success('Mobile Settings Successfuly Updated.')
    },
    nameOf: (field) => field.replace(/^mobileSettings\./, ''),
  })
  const { values, errors } = form
  const change = (name: MobileSetting, value: string): void => {
    form.change({ [name]: value })
    if (!isColourName(name) || isColour(value)) shown.change({ [name]: value })
    form.clearErrors()
  }
  return (
    <div className="mobile">
      <SubmitForm className="tile mobileform" onSubmit={(element) => void form.submit(element)}>
        {MOBILE_SETTING_NAMES.map((name) => (
          <MobileField
            key={name}
            name={name}
            settings={values}
            picture={form.pictureOf(name)}
            error={errors[name]}
            onChange={(value) => change(name, value)}
          />
        ))}
        {errors.mobileSettings && <p className="help err">{errors.mobileSettings}</p>}
        <Button kind="primary" type="submit" busy={form.busy}>
          Submit
        </Button>
      </SubmitForm>
      <PhonePreview
        settings={shown.values}
        logo={form.pictureOf('headerLogoPath')}
        background={form.pictureOf('loginBackgroundImagePath')}
      />
    </div>
  )
}
