import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/api/api.ts'
import { createApiQuery } from '#lib/api/create-api-query.ts'
import './website-settings-page.css'
import { settingsQuery } from '#lib/api/settings.ts'
import { toText } from '#lib/record-values.ts'
import { RemovableImage } from '#ui/controls/image-picker.tsx'
import { FormFields } from '#ui/forms/form-fields.tsx'
import { SettingsForm } from '#ui/forms/settings-form.tsx'
import { useSettingsForm } from '#ui/forms/use-settings-form.ts'
import { confirm } from '#ui/overlays/dialogs.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { type Form, longText, switchField, text } from '@tahanan/contract/forms/fields.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import {
  REQUEST_DAYS,
  REQUEST_DAYS_MESSAGE,
  REQUEST_DAYS_PATTERN,
} from '@tahanan/contract/privacy-requests/request-form.ts'
import type { Setting } from '@tahanan/contract/settings/answers.ts'
import {
  DEFAULT_COUNTER_LIMIT,
  COUNTER_LIMIT_MESSAGE,
  parseCounterLimit,
  GRACE_DAYS_PATTERN,
  GRACE_DAYS_MESSAGE,
} from '@tahanan/contract/settings/money-settings.ts'

const GRACE_DAYS_HELP =
  'A statement without a due date in its file is due this number of days after its date. Empty: it has no due date. ' +
  'Statements that are saved already stay as they are.'
const COUNTER_LIMIT_HELP =
  'In pesos. Whoever takes a larger payment at the counter gives the password again. 0: for every payment.'

// Always refetched when the page opens, because the form must start with the currently saved values.
const websiteSettingsQuery = createApiQuery<Setting[]>(
  ['website-settings'],
  '/website-settings',
  {},
  { staleTime: 0 },
)

/** Form of the portal's name, pictures and maintenance (rules 11.1). */
export default function WebsiteSettingsPage() {
  const query = useQuery(websiteSettingsQuery)
  return (
    <>
      <PageHead title="Website Settings" />
      {query.data ? (
        <WebsiteForm savedSettings={query.data} />
      ) : (
        <QueryState query={query} title="We could not load the settings" />
      )}
    </>
  )
}

const PICTURE_SETTINGS = [
  { name: 'websiteLogo', label: 'Logo', help: 'Square works best. Without one, the house is shown.' },
  {
    name: 'websiteLoginBackgroundImage',
    label: 'Login background image',
    help: 'Shown on the login page. Without one, the capiz window is.',
  },
] as const

const PAYMENT_FIELDS = ['makerChecker', 'penaltiesFirst', 'graceDays', 'confirmCounterAbove']
const SWITCH_FIELDS = ['isUnderMaintenance', 'makerChecker', 'penaltiesFirst']

const websiteForm: Form = {
  fields: {
    websiteName: text({ label: 'Website name', max: 100, required: 'Please input your website name!' }),
    isUnderMaintenance: switchField({
      label: 'Maintenance',
      initial: 0,
      hint: 'While it is on, residents and administrators cannot use the portal and see the message on its front page.',
    }),
    maintenanceMessage: longText({ label: 'Maintenance message', max: 5000 }),
    makerChecker: switchField({
      label: 'Payments need two people',
      initial: 0,
      hint: 'While it is on, whoever verified a payment cannot post it.',
    }),
    penaltiesFirst: switchField({
      label: 'Penalties first',
      initial: 0,
      hint: 'While it is on, a payment settles charges labelled Penalty or Interest before older amounts.',
    }),
    graceDays: text({
      label: 'Days of grace',
      hint: GRACE_DAYS_HELP,
      max: 3,
      input: 'numeric',
      pattern: { source: GRACE_DAYS_PATTERN.source, message: GRACE_DAYS_MESSAGE },
    }),
    confirmCounterAbove: text({
      label: 'Counter payments ask for the password above',
      hint: COUNTER_LIMIT_HELP,
      max: 16,
      input: 'decimal',
      required: COUNTER_LIMIT_MESSAGE,
    }),
    privacyRequestDays: text({
      label: 'Days to answer privacy requests',
      hint: 'Requests that are filed already keep their due date.',
      max: 3,
      input: 'numeric',
      required: REQUEST_DAYS_MESSAGE,
      pattern: { source: REQUEST_DAYS_PATTERN.source, message: REQUEST_DAYS_MESSAGE },
    }),
  },
  check: ({ confirmCounterAbove, isUnderMaintenance, maintenanceMessage }) => ({
    ...(parseCounterLimit(String(confirmCounterAbove)) === null && {
      confirmCounterAbove: [COUNTER_LIMIT_MESSAGE],
    }),
    ...(isUnderMaintenance === 1 &&
      !maintenanceMessage && { maintenanceMessage: ['Please input your maintenance message!'] }),
  }),
}

/** Converts the settings to form values. The server stores on/off settings as '1' and '0'. */
function toFormValues(settings: readonly Setting[]): Details {
  const getValue = (name: string): string => settings.find((pair) => pair.name === name)?.value ?? ''
  const names = [...Object.keys(websiteForm.fields), ...PICTURE_SETTINGS.map(({ name }) => name)]
  return {
    ...Object.fromEntries(
      names.map((name) => [
        name,
        SWITCH_FIELDS.includes(name) ? Number(getValue(name) === '1') : getValue(name),
      ]),
    ),
    confirmCounterAbove: getValue('confirmCounterAbove') || String(DEFAULT_COUNTER_LIMIT),
    privacyRequestDays: getValue('privacyRequestDays') || String(REQUEST_DAYS.initial),
  }
}

function WebsiteForm({ savedSettings }: { savedSettings: readonly Setting[] }) {
  const form = useSettingsForm({
    name: 'website settings',
    form: websiteForm,
    saved: toFormValues(savedSettings),
    otherValues: ({ websiteLogo, websiteLoginBackgroundImage }) => ({
      websiteLogo,
      websiteLoginBackgroundImage,
    }),
    confirmSave: async ({ isUnderMaintenance }) =>
      isUnderMaintenance !== 1 ||
      confirm({
        title: 'Start the maintenance now?',
        content: 'Residents and administrators are logged out and see the message instead.',
        okText: 'Start',
        danger: true,
      }),
    send: (changes) =>
      api.post('/website-settings', {
        settings: Object.entries(changes).map(([name, value]) => ({ name, value: toText(value).trim() })),
      }),
    staleQueries: [websiteSettingsQuery.queryKey, settingsQuery.queryKey],
    onSaved: () => toast.success('Website settings successfully updated.'),
  })
  const isClosed = form.values.isUnderMaintenance === 1
  return (
    <SettingsForm form={form} className="tile website-form stack gap-4" submitLabel="Submit">
      <FormFields form={form} visibleKeys={['websiteName']} />
      <div className="pictures stack gap-4">
        {PICTURE_SETTINGS.map(({ name, ...picture }) => (
          <RemovableImage key={name} {...picture} {...form.getPictureProps(name)} />
        ))}
      </div>
      <fieldset>
        <FormFields
          form={form}
          visibleKeys={['isUnderMaintenance', 'maintenanceMessage']}
          isOpen={(key) => isClosed || key !== 'maintenanceMessage'}
        />
      </fieldset>
      <fieldset>
        <FormFields form={form} visibleKeys={PAYMENT_FIELDS} />
      </fieldset>
      <fieldset>
        <FormFields form={form} visibleKeys={['privacyRequestDays']} />
      </fieldset>
    </SettingsForm>
  )
}
