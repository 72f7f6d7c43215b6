import { api } from '#lib/api/api.ts'
import { meQuery } from '#lib/api/me.ts'
import { ImagePicker } from '#ui/controls/image-picker.tsx'
import { FormFields } from '#ui/forms/form-fields.tsx'
import { SettingsForm } from '#ui/forms/settings-form.tsx'
import { useSettingsForm } from '#ui/forms/use-settings-form.ts'
import { inform } from '#ui/overlays/dialogs.ts'
import { Facts } from '#ui/values/facts.tsx'
import { profileForm } from '@tahanan/contract/billing/tenant.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'

const { socialMediaAccount, image: picture } = profileForm.fields

/** The resident's record. They can change only picture and social media account (rules 3.9). */
export function ProfileForm({ tenant }: { tenant: Tenant }) {
  const current = tenant.thumb ?? tenant.src
  const form = useSettingsForm({
    name: 'profile',
    form: { fields: { socialMediaAccount } },
    saved: { socialMediaAccount: tenant.socialMediaAccount, image: current },
    otherValues: ({ image }) => ({ image }),
    pictures: picture,
    send: ({ image, ...changes }) =>
      api.put(`/tenant/${tenant.id}`, {
        ...changes,
        ...(image !== undefined && { image: [{ name: shown.chosen?.name, url: image }] }),
      }),
    // The shell shows the picture too.
    stale: [meQuery.queryKey],
    onSaved: () => void inform('success', 'Success', 'Profile Successfully updated.'),
  })
  const { onRemove: _, ...shown } = form.pictureOf('image', () => current)
  const address = [tenant.ubaddln1, tenant.ubaddln2, tenant.ubaddln3, tenant.ubaddln4]
  return (
    <SettingsForm form={form} className="profile stack gap-4" submitLabel="Save profile">
      <ImagePicker label={picture.label} {...shown} help={form.errors.image} />
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
      <FormFields form={form} />
    </SettingsForm>
  )
}
