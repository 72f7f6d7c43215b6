import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ApiError } from '#lib/api/api.ts'
import { meQuery } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { uploadFile } from '#lib/api/upload.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/controls/field.tsx'
import { ImagePicker } from '#ui/controls/image-picker.tsx'
import { Input } from '#ui/controls/input.tsx'
import { SubmitForm } from '#ui/controls/submit-form.tsx'
import { inform } from '#ui/overlays/dialogs.ts'
import { uploadName } from '#ui/uploads/uploads.ts'
import { Facts } from '#ui/values/facts.tsx'
import { profileForm } from '@tahanan/contract/content/forms.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'

const { socialMediaAccount, image: picture } = profileForm.fields

/** The resident's record. They can change only picture and social media account (rules 3.9). */
export function ProfileForm({ tenant }: { tenant: Tenant }) {
  const [account, setAccount] = useState(tenant.socialMediaAccount)
  const [chosen, setChosen] = useState<File>()
  const [progress, setProgress] = useState<number>()
  const [errors, setErrors] = useState<Readonly<Record<string, string[]>>>({})
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async () => {
      const body: Record<string, unknown> = { socialMediaAccount: account }
      if (chosen) body.image = await sent(chosen)
      return api.put<unknown>(`/tenant/${tenant.id}`, body)
    },
  })
  const sent = async (file: File) => {
    const renamed = new File([file], uploadName(picture.namePrefix, file.name), { type: file.type })
    try {
      const { key } = await uploadFile(picture.folder, renamed, { onProgress: setProgress })
      return [{ name: file.name, url: key }]
    } finally {
      setProgress(undefined)
    }
  }
  const save = useOneAtATime(async () => {
    setErrors({})
    try {
      await mutateAsync()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      return setErrors(failure.errors)
    }
    setChosen(undefined)
    // The shell shows the picture too.
    await queryClient.invalidateQueries(meQuery)
    await inform('success', 'Success', 'Profile Successfully updated.')
  })
  const address = [tenant.ubaddln1, tenant.ubaddln2, tenant.ubaddln3, tenant.ubaddln4]
  const dirty = chosen !== undefined || account !== tenant.socialMediaAccount
  return (
    <SubmitForm className="profile" onSubmit={() => void save()}>
      <ImagePicker
        label={picture.label}
        current={tenant.thumb ?? tenant.src}
        chosen={chosen}
        onChoose={setChosen}
        progress={progress}
        help={errors.image?.[0]}
      />
      <Facts
        facts={[
          ['Occupant', tenant.uoccname],
          ['Contact person', tenant.uoccpers],
          ['Client code', tenant.clientCode],
          ['Unit', tenant.unitNumber],
          ['Address', address.filter(Boolean).join(', ')],
        ]}
        wide={['Address']}
      />
      <p className="help">If something here is wrong, please tell the PMO.</p>
      <Field label={socialMediaAccount.label} error={errors.socialMediaAccount?.[0]}>
        <Input
          value={account}
          maxLength={socialMediaAccount.max}
          autoCapitalize="none"
          autoComplete="off"
          onChange={(event) => {
            setAccount(event.target.value)
            setErrors({})
          }}
        />
      </Field>
      <Button kind="primary" type="submit" busy={isPending} disabled={!dirty}>
        Save profile
      </Button>
    </SubmitForm>
  )
}
