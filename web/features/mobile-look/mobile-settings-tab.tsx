import './mobile.css'
import {
  INITIAL_MOBILE_SETTINGS,
  MOBILE_IMAGES,
  MOBILE_SETTING_NAMES,
  MOBILE_SETTINGS,
  type MobileSetting,
  type MobileSettings,
  readMobileSettings,
} from '@tahanan/contract/mobile-settings.ts'
import type { StoredMobileSettings } from '@tahanan/contract/settings/answers.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, api } from '../../lib/api/api.ts'
import { uploadFile } from '../../lib/api/upload.ts'
import { firstMessages } from '../../lib/first-messages.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RecordSkeleton } from '../../ui/lists/skeletons.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SubmitForm } from '../../ui/controls/submit-form.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
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
  // a form begins with what is saved now
  staleTime: 0,
})

/** The look of the mobile app, with the phone beside it (rules 11.11, 11.13). */
export default function MobileSettingsTab() {
  const query = useQuery(mobileQuery)
  if (query.data) return <MobileForm saved={query.data} />
  return (
    <QueryState query={query} title="We could not load the settings">
      <RecordSkeleton count={8} />
    </QueryState>
  )
}

/** Files that were chosen and are not saved yet. */
type ChosenImages = Readonly<Partial<Record<MobileSetting, File>>>

function MobileForm({ saved }: { saved: MobileSettings }) {
  const client = useQueryClient()
  const draft = useDraft(saved)
  const settings = draft.values
  // the preview keeps the colour before while one is being typed
  const shown = useDraft(saved)
  const chosen = useDraft<ChosenImages>({})
  const [progress, setProgress] = useState<Partial<Record<MobileSetting, number>>>({})
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({})
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async () => {
      const [typed, images] = [draft.changes, chosen.values]
      const changes: Partial<Record<MobileSetting, string>> = { ...typed }
      for (const name of MOBILE_IMAGES) {
        const file = images[name]
        if (!file) continue
        const onProgress = (part: number): void => setProgress((known) => ({ ...known, [name]: part }))
        changes[name] = (await uploadFile('logo', file, { onProgress })).key
      }
      // the server keeps what is not named
      await api.post('/website-settings', {
        settings: [{ name: 'mobileSettings', value: JSON.stringify(changes) }],
      })
      client.setQueryData(mobileQuery.queryKey, (known) => known && { ...known, ...changes })
      draft.settle(typed)
      shown.settle(typed)
      chosen.settle(images)
      void client.invalidateQueries(mobileQuery)
    },
    onSettled: () => setProgress({}),
  })
  const change = (name: MobileSetting, value: string): void => {
    draft.change({ [name]: value })
    if (MOBILE_SETTINGS[name].kind !== 'colour' || isColour(value)) shown.change({ [name]: value })
    setErrors({})
  }
  const imageOf = (name: MobileSetting) => ({
    chosen: chosen.values[name],
    current: settings[name] === '' ? undefined : `/files/${settings[name]}`,
  })

  const submit = useOneAtATime(async (form: HTMLFormElement) => {
    const wrong = MOBILE_SETTING_NAMES.filter(
      (name) => MOBILE_SETTINGS[name].kind === 'colour' && !isColour(settings[name]),
    )
    setErrors(Object.fromEntries(wrong.map((name) => [name, 'This is not a colour, such as #17594a.'])))
    if (wrong[0]) {
      form.querySelector<HTMLElement>(`[name="${wrong[0]}"]`)?.focus()
      return 'open'
    }
    try {
      await mutateAsync()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setErrors(firstMessages(failure.errors, (field) => field.replace(/^mobileSettings\./, '')))
      return 'open'
    }
    toast.success('Mobile Settings Successfuly Updated.')
    return 'open'
  })

  return (
    <div className="mobile">
      <SubmitForm className="tile mobileform" onSubmit={(form) => void submit(form)}>
        {MOBILE_SETTING_NAMES.map((name) => (
          <MobileField
            key={name}
            name={name}
            settings={settings}
            image={imageOf(name)}
            progress={progress[name]}
            error={errors[name]}
            onChange={(value) => change(name, value)}
            onChoose={(file) => chosen.change({ [name]: file })}
          />
        ))}
        {errors.mobileSettings && <p className="help err">{errors.mobileSettings}</p>}
        <Button kind="primary" type="submit" busy={isPending}>
          Submit
        </Button>
      </SubmitForm>
      <PhonePreview
        settings={shown.values}
        logo={imageOf('headerLogoPath')}
        background={imageOf('loginBackgroundImagePath')}
      />
    </div>
  )
}
