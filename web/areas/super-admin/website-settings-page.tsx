import './website-settings-page.css'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError, api } from '../../lib/api.ts'
import { queryClient, READ_FOR_FORM } from '../../lib/query-client.ts'
import { uploadFile } from '../../lib/upload.ts'
import { settingsQuery } from '../../shell/settings.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { Field } from '../../ui/field.tsx'
import { ImagePicker } from '../../ui/image-picker.tsx'
import { Input, TextArea } from '../../ui/input.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { RecordSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { type ChosenImages, unsent } from './chosen-images.ts'

interface NameValue {
  name: string
  value: string | null
  src?: string | null
}

const websiteSettingsQuery = queryOptions({
  queryKey: ['website-settings'],
  queryFn: ({ signal }) => api.get<NameValue[]>('/website-settings', undefined, signal),
  ...READ_FOR_FORM,
})

/** Name, pictures and maintenance of the portal (spec 3, section 2). */
export function WebsiteSettingsPage() {
  const { data, error, refetch, isFetching } = useQuery(websiteSettingsQuery)
  return (
    <>
      <PageHead title="Website Settings" />
      {data && <WebsiteForm saved={data} />}
      {!data && error && (
        <ErrorState title="We could not load the settings" busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <RecordSkeleton />}
    </>
  )
}

const IMAGES = ['websiteLogo', 'websiteLoginBackgroundImage'] as const
type ImageName = (typeof IMAGES)[number]

interface WebsiteFormProps {
  saved: readonly NameValue[]
}

function WebsiteForm({ saved }: WebsiteFormProps) {
  const of = (name: string): string => saved.find((pair) => pair.name === name)?.value ?? ''
  const imageOf = (name: ImageName): string | undefined => {
    const pair = saved.find((other) => other.name === name)
    return pair?.src ?? (pair?.value ? `/files/${pair.value}` : undefined)
  }
  const [name, setName] = useState(of('websiteName'))
  const [closed, setClosed] = useState(of('isUnderMaintenance') === '1')
  const [message, setMessage] = useState(of('maintenanceMessage'))
  const [images, setImages] = useState<ChosenImages<ImageName>>({})
  const [progress, setProgress] = useState<Partial<Record<ImageName, number>>>({})
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})

  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const settings = [
        { name: 'websiteName', value: name.trim() },
        { name: 'isUnderMaintenance', value: closed ? '1' : '0' },
        { name: 'maintenanceMessage', value: message.trim() },
      ]
      for (const image of IMAGES) {
        const file = images[image]
        if (!file) continue
        const onProgress = (part: number): void => setProgress((known) => ({ ...known, [image]: part }))
        const { key } = await uploadFile('logo', file, { onProgress })
        settings.push({ name: image, value: key })
      }
      await api.post('/website-settings', { settings })
      return images
    },
    onSuccess: async (sent) => {
      toast.success('Website settings successfully updated.')
      await queryClient.invalidateQueries(websiteSettingsQuery)
      await queryClient.invalidateQueries(settingsQuery)
      setImages((chosen) => unsent(chosen, sent))
    },
    onError: (failure) => {
      if (failure instanceof ApiError) {
        setErrors(
          Object.fromEntries(Object.entries(failure.errors).map(([field, [first]]) => [field, first])),
        )
      }
    },
    onSettled: () => setProgress({}),
  })

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    const missing = {
      websiteName: name.trim() === '' ? 'Please input your website name!' : undefined,
      maintenanceMessage:
        closed && message.trim() === '' ? 'Please input your maintenance message!' : undefined,
    }
    setErrors(missing)
    const wrong = Object.entries(missing).find(([, words]) => words !== undefined)
    if (wrong) {
      form.querySelector<HTMLElement>(`[name="${wrong[0]}"]`)?.focus()
      return
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
    if (sure) mutate()
  }

  return (
    <form className="website-form" noValidate onSubmit={(event) => void submit(event)}>
      <Field label="Website name" required error={errors.websiteName}>
        <Input
          name="websiteName"
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <ImagePicker
        label="Logo"
        current={imageOf('websiteLogo')}
        chosen={images.websiteLogo}
        onChoose={(file) => setImages({ ...images, websiteLogo: file })}
        progress={progress.websiteLogo}
        help="Square works best."
      />
      <ImagePicker
        label="Login background image"
        current={imageOf('websiteLoginBackgroundImage')}
        chosen={images.websiteLoginBackgroundImage}
        onChoose={(file) => setImages({ ...images, websiteLoginBackgroundImage: file })}
        progress={progress.websiteLoginBackgroundImage}
        help="Takes the place of the capiz window."
      />
      <fieldset>
        <label className="switch">
          <input
            type="checkbox"
            role="switch"
            aria-checked={closed}
            checked={closed}
            onChange={(event) => setClosed(event.target.checked)}
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
            value={message}
            disabled={!closed}
            maxLength={5000}
            onChange={(event) => setMessage(event.target.value)}
          />
        </Field>
      </fieldset>
      <Button kind="primary" type="submit" busy={isPending}>
        Submit
      </Button>
    </form>
  )
}
