import type { Setting } from '@tahanan/contract/settings/answers.ts'
import './website-settings-page.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, api } from '../../lib/api/api.ts'
import { apiQuery } from '../../lib/api/api-query.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { uploadFile } from '../../lib/api/upload.ts'
import { firstMessages } from '../../lib/first-messages.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts'
import { settingsQuery } from '../../lib/api/settings.ts'
import { Button } from '../../ui/controls/button.tsx'
import { confirm } from '../../ui/overlays/dialogs.ts'
import { Field } from '../../ui/controls/field.tsx'
import { RemovableImage } from '../../ui/controls/image-picker.tsx'
import { Input, TextArea } from '../../ui/controls/input.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SubmitForm } from '../../ui/controls/submit-form.tsx'
import { toast } from '../../ui/overlays/toast.tsx'

// a form begins with what is saved now
const websiteSettingsQuery = apiQuery<Setting[]>(
  ['website-settings'],
  '/website-settings',
  {},
  { staleTime: 0 },
)

/** Name, pictures and maintenance of the portal (rules 11.1). */
export default function WebsiteSettingsPage() {
  const query = useQuery(websiteSettingsQuery)
  return (
    <>
      <PageHead title="Website Settings" />
      {query.data ? (
        <WebsiteForm saved={query.data} />
      ) : (
        <QueryState query={query} title="We could not load the settings" />
      )}
    </>
  )
}

const IMAGES = ['websiteLogo', 'websiteLoginBackgroundImage'] as const
type ImageName = (typeof IMAGES)[number]
const PICTURES: Readonly<Record<ImageName, { label: string; help: string }>> = {
  websiteLogo: { label: 'Logo', help: 'Square works best. Without one, the house is shown.' },
  websiteLoginBackgroundImage: {
    label: 'Login background image',
    help: 'Shown on the login page. Without one, the capiz window is.',
  },
}
/** Files that were chosen, or taken away, and are not saved yet. */
type ChosenImages = Readonly<Partial<Record<ImageName, File | 'removed'>>>

const withPairs = (known: readonly Setting[], sent: readonly Setting[]): Setting[] => [
  ...known.filter(({ name }) => !sent.some((pair) => pair.name === name)),
  ...sent,
]

function WebsiteForm({ saved }: { saved: readonly Setting[] }) {
  const of = (name: string): string => saved.find((pair) => pair.name === name)?.value ?? ''
  const imageOf = (name: ImageName): string | undefined => {
    const pair = saved.find((other) => other.name === name)
    return pair?.src ?? (pair?.value ? `/files/${pair.value}` : undefined)
  }
  const draft = useDraft({
    websiteName: of('websiteName'),
    isUnderMaintenance: of('isUnderMaintenance') === '1' ? '1' : '0',
    maintenanceMessage: of('maintenanceMessage'),
  })
  const { websiteName, maintenanceMessage } = draft.values
  const closed = draft.values.isUnderMaintenance === '1'
  const chosen = useDraft<ChosenImages>({})
  const images = chosen.values
  const [progress, setProgress] = useState<Partial<Record<ImageName, number>>>({})
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})

  const { mutateAsync, isPending } = useMutation({
    mutationFn: async () => {
      const { changes } = draft
      const settings: Setting[] = Object.entries(changes).map(([name, value]) => ({
        name,
        value: value.trim(),
      }))
      for (const image of IMAGES) {
        const file = images[image]
        if (!file) continue
        if (file === 'removed') {
          settings.push({ name: image, value: '' })
          continue
        }
        const onProgress = (part: number): void => setProgress((known) => ({ ...known, [image]: part }))
        const { key } = await uploadFile('logo', file, { onProgress })
        settings.push({ name: image, value: key })
      }
      if (settings.length > 0) await api.post('/website-settings', { settings })
      return { settings, changes, images }
    },
    onSuccess: async (sent) => {
      queryClient.setQueryData(websiteSettingsQuery.queryKey, (known) =>
        withPairs(known ?? [], sent.settings),
      )
      draft.settle(sent.changes)
      chosen.settle(sent.images)
      toast.success('Website settings successfully updated.')
      await queryClient.invalidateQueries(websiteSettingsQuery)
      await queryClient.invalidateQueries(settingsQuery)
    },
    onError: (failure) => {
      if (failure instanceof ApiError) setErrors(firstMessages(failure.errors))
    },
    onSettled: () => setProgress({}),
  })

  const submit = useOneAtATime(async (form: HTMLFormElement) => {
    const missing = {
      websiteName: websiteName.trim() === '' ? 'Please input your website name!' : undefined,
      maintenanceMessage:
        closed && maintenanceMessage.trim() === '' ? 'Please input your maintenance message!' : undefined,
    }
    setErrors(missing)
    const wrong = Object.entries(missing).find(([, words]) => words !== undefined)
    if (wrong) {
      form.querySelector<HTMLElement>(`[name="${wrong[0]}"]`)?.focus()
      return 'open'
    }
    const begins = closed && of('isUnderMaintenance') !== '1'
    const sure =
      !begins ||
      (await confirm({
        title: 'Start the maintenance now?',
        content: 'Residents and administrators are logged out and see the message instead.',
        okText: 'Start',
        danger: true,
      }))
    // what failed stands at its fields, or was told by the shell
    if (sure) await mutateAsync().catch(() => {})
    return 'open'
  })

  return (
    <SubmitForm className="tile website-form" onSubmit={(form) => void submit(form)}>
      <Field label="Website name" required error={errors.websiteName}>
        <Input
          name="websiteName"
          value={websiteName}
          maxLength={100}
          onChange={(event) => draft.change({ websiteName: event.target.value })}
        />
      </Field>
      {IMAGES.map((name) => {
        const file = images[name]
        return (
          <RemovableImage
            key={name}
            {...PICTURES[name]}
            current={file === 'removed' ? undefined : imageOf(name)}
            chosen={file === 'removed' ? undefined : file}
            onChoose={(next) => chosen.change({ [name]: next })}
            onRemove={() => chosen.change({ [name]: imageOf(name) === undefined ? undefined : 'removed' })}
            progress={progress[name]}
          />
        )
      })}
      <fieldset>
        <label className="switch">
          <input
            type="checkbox"
            role="switch"
            aria-checked={closed}
            checked={closed}
            onChange={(event) => draft.change({ isUnderMaintenance: event.target.checked ? '1' : '0' })}
          />
          Maintenance
        </label>
        <p className="help">
          While it is on, residents and administrators cannot use the portal and see the message on its front
          page.
        </p>
        <Field label="Maintenance message" required={closed} error={errors.maintenanceMessage}>
          <TextArea
            name="maintenanceMessage"
            value={maintenanceMessage}
            disabled={!closed}
            maxLength={5000}
            onChange={(event) => draft.change({ maintenanceMessage: event.target.value })}
          />
        </Field>
      </fieldset>
      <Button kind="primary" type="submit" busy={isPending}>
        Submit
      </Button>
    </SubmitForm>
  )
}
