import './settings.css'
import { useQuery } from '@tanstack/react-query'
import { FileLock, FileText } from 'lucide-react'
import { Suspense, lazy, useState } from 'react'
import { useNavigate } from 'react-router'
import { ChangePassword } from '#features/account/change-password.tsx'
import { Sessions } from '#features/account/sessions.tsx'
import { NotificationSettings } from '#features/news/notification-settings.tsx'
import { api } from '#lib/api/api.ts'
import { meQuery, createTenantQuery, useResident } from '#lib/api/me.ts'
import { useSettings } from '#lib/api/settings.ts'
import { Button } from '#ui/controls/button.tsx'
import { ImagePicker } from '#ui/controls/image-picker.tsx'
import { FormFields } from '#ui/forms/form-fields.tsx'
import { SettingsForm } from '#ui/forms/settings-form.tsx'
import { useSettingsForm } from '#ui/forms/use-settings-form.ts'
import { SkeletonBar, RecordSkeleton } from '#ui/lists/skeletons.tsx'
import { showMessage } from '#ui/overlays/dialogs.ts'
import { OpeningMessage } from '#ui/overlays/opening-message.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { Facts } from '#ui/values/facts.tsx'
import { profileForm } from '@tahanan/contract/billing/tenant.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'

const TermsSheet = lazy(() => import('./terms-sheet.tsx'))
const PrivacyNoticeSheet = lazy(() => import('#features/privacy-notice/privacy-notice-sheet.tsx'))

/** The resident's settings (rules 15.16). */
export default function SettingsPage() {
  const { id } = useResident()
  const navigate = useNavigate()
  const tenant = useQuery(createTenantQuery(id))
  const { privacyNotice } = useSettings()
  const [openDocument, setOpenDocument] = useState<'terms' | 'notice'>()
  const close = (): void => setOpenDocument(undefined)
  return (
    <>
      <PageHead title="Profile Settings" description="Your details, your notifications and your password." />
      <div className="settings stack gap-6">
        <section aria-labelledby="profile-title">
          <h2 id="profile-title">Profile</h2>
          {tenant.data ? (
            <ProfileForm tenant={tenant.data} />
          ) : (
            <QueryState query={tenant} title="We could not load your profile">
              <div className="profile stack gap-4">
                <SkeletonBar width="100%" height={114} />
                <SkeletonBar width="100%" height={232} />
                <RecordSkeleton count={2} />
              </div>
            </QueryState>
          )}
        </section>
        <NotificationSettings area="client" />
        <section aria-labelledby="password-title">
          <h2 id="password-title">Change Password</h2>
          <ChangePassword onChanged={() => void navigate('/')} />
        </section>
        <Sessions />
        <section aria-labelledby="terms-heading">
          <h2 id="terms-heading">Terms and Conditions</h2>
          <p className="muted">What you agreed to when you logged in.</p>
          <Button icon={FileText} onClick={() => setOpenDocument('terms')}>
            Read the terms
          </Button>
        </section>
        {privacyNotice > 0 && (
          <section aria-labelledby="notice-heading">
            <h2 id="notice-heading">Privacy Notice</h2>
            <p className="muted">What is done with your personal data.</p>
            <Button icon={FileLock} onClick={() => setOpenDocument('notice')}>
              Read the privacy notice
            </Button>
          </section>
        )}
      </div>
      {openDocument && (
        <Suspense fallback={<OpeningMessage />}>
          {openDocument === 'terms' ? <TermsSheet onClose={close} /> : <PrivacyNoticeSheet onClose={close} />}
        </Suspense>
      )}
    </>
  )
}

const { socialMediaAccount, image: picture } = profileForm.fields

/**
 * Form of the resident's own record. They can change only the picture and the social media account (rules
 * 3.9).
 */
function ProfileForm({ tenant }: { tenant: Tenant }) {
  const currentPicture = tenant.thumb ?? tenant.src
  const form = useSettingsForm({
    name: 'profile',
    form: { fields: { socialMediaAccount } },
    saved: { socialMediaAccount: tenant.socialMediaAccount, image: currentPicture },
    otherValues: ({ image }) => ({ image }),
    pictures: picture,
    send: ({ image, ...changes }) =>
      api.put(`/tenant/${tenant.id}`, {
        ...changes,
        ...(image !== undefined && { image: [{ name: shown.chosenFile?.name, url: image }] }),
      }),
    // The account's data is refetched too, because the header of the portal shows the resident's picture.
    staleQueries: [meQuery.queryKey],
    onSaved: () => void showMessage('success', 'Success', 'Profile Successfully updated.'),
  })
  const { onRemove: _, ...shown } = form.getPictureProps('image', () => currentPicture)
  const addressLines = [tenant.ubaddln1, tenant.ubaddln2, tenant.ubaddln3, tenant.ubaddln4]
  return (
    <SettingsForm form={form} className="profile stack gap-4" submitLabel="Save profile">
      <ImagePicker label={picture.label} {...shown} help={form.errors.image} />
      <Facts
        facts={[
          ['Occupant', tenant.uoccname],
          ['Contact person', tenant.uoccpers],
          ['Client code', tenant.clientCode],
          ['Unit', tenant.unitNumber],
          ['Address', addressLines.filter(Boolean).join(', ')],
        ]}
        wide={['Address']}
      />
      <p className="help">If something here is wrong, please tell the PMO.</p>
      <FormFields form={form} />
    </SettingsForm>
  )
}
