import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#lib/api/api-query.ts'
import { api } from '#lib/api/api.ts'
import './website-settings-page.css'
import { queryClient } from '#lib/api/query-client.ts'
import { settingsQuery } from '#lib/api/settings.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/controls/field.tsx'
import { RemovableImage } from '#ui/controls/image-picker.tsx'
import { Input, TextArea } from '#ui/controls/input.tsx'
import { SubmitForm } from '#ui/controls/submit-form.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { useSettingsForm } from '#ui/forms/use-settings-form.ts'
import { confirm } from '#ui/overlays/dialogs.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { QueryState } from '#ui/query-state.tsx'
import type { Setting } from '@tahanan/contract/settings/answers.ts'
import {
  COUNTER_LIMIT,
  COUNTER_LIMIT_MESSAGE,
  readCounterLimit,
  GRACE_DAYS,
  GRACE_DAYS_MESSAGE,
} from '@tahanan/contract/settings/money-settings.ts'

const GRACE_DAYS_HELP =
  'A statement whose file gives no due date is due so many days after its date. Empty: it has no due date. ' +
  'Statements that are saved already stay as they are.'
const COUNTER_LIMIT_HELP =
  'In pesos. Whoever takes a larger payment at the counter gives the password again. 0: for every payment.'

// A form starts with the currently saved values.
const websiteSettingsQuery = apiQuery<Setting[]>(
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
        <WebsiteForm saved={query.data} />
      ) : (
        <QueryState query={query} title="We could not load the settings" />
      )}
    </>
  )
}

const PICTURES = [
  { name: 'websiteLogo', label: 'Logo', help: 'Square works best. Without one, the house is shown.' },
  {
    name: 'websiteLoginBackgroundImage',
    label: 'Login background image',
    help: 'Shown on the login page. Without one, the capiz window is.',
  },
] as const

function WebsiteForm({ saved }: { saved: readonly Setting[] }) {
  const pairOf = (name: string): Setting | undefined => saved.find((pair) => pair.name === name)
  const of = (name: string): string => pairOf(name)?.value ?? ''
  const wasClosed = of('isUnderMaintenance') === '1'
  const form = useSettingsForm({
    saved: {
      websiteName: of('websiteName'),
      isUnderMaintenance: wasClosed ? '1' : '0',
      maintenanceMessage: of('maintenanceMessage'),
      graceDays: of('graceDays'),
      confirmCounterAbove: of('confirmCounterAbove') || String(COUNTER_LIMIT),
      makerChecker: of('makerChecker') === '1' ? '1' : '0',
      penaltiesFirst: of('penaltiesFirst') === '1' ? '1' : '0',
      websiteLogo: of('websiteLogo'),
      websiteLoginBackgroundImage: of('websiteLoginBackgroundImage'),
    },
    check: ({ websiteName, graceDays, confirmCounterAbove, isUnderMaintenance, maintenanceMessage }) => ({
      ...(websiteName.trim() === '' && { websiteName: 'Please input your website name!' }),
      ...(!GRACE_DAYS.test(graceDays.trim()) && { graceDays: GRACE_DAYS_MESSAGE }),
      ...(readCounterLimit(confirmCounterAbove) === null && { confirmCounterAbove: COUNTER_LIMIT_MESSAGE }),
      ...(isUnderMaintenance === '1' &&
        maintenanceMessage.trim() === '' && { maintenanceMessage: 'Please input your maintenance message!' }),
    }),
    sure: async ({ isUnderMaintenance }) =>
      isUnderMaintenance === '0' ||
      wasClosed ||
      confirm({
        title: 'Start the maintenance now?',
        content: 'Residents and administrators are logged out and see the message instead.',
        okText: 'Start',
        danger: true,
      }),
    send: async (changes) => {
      const settings = Object.entries(changes).map(([name, value]): Setting => ({
        name,
        value: value.trim(),
      }))
      if (settings.length > 0) await api.post('/website-settings', { settings })
      queryClient.setQueryData(websiteSettingsQuery.queryKey, (known = []) => [
        ...known.filter(({ name }) => !Object.hasOwn(changes, name)),
        ...settings,
      ])
      toast.success('Website settings successfully updated.')
      await queryClient.invalidateQueries(websiteSettingsQuery)
      await queryClient.invalidateQueries(settingsQuery)
    },
  })
  const { values, errors, change } = form
  const inputOf = (name: 'websiteName' | 'maintenanceMessage' | 'graceDays' | 'confirmCounterAbove') => ({
    name,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  const switchOf = (name: 'isUnderMaintenance' | 'makerChecker' | 'penaltiesFirst') => ({
    on: values[name] === '1',
    onChange: (on: boolean) => change({ [name]: on ? '1' : '0' }),
  })
  const closed = values.isUnderMaintenance === '1'
  return (
    <SubmitForm className="tile website-form" onSubmit={(element) => void form.submit(element)}>
      <Field label="Website name" required error={errors.websiteName}>
        <Input {...inputOf('websiteName')} maxLength={100} />
      </Field>
      <div className="pictures">
        {PICTURES.map(({ name, ...picture }) => (
          <RemovableImage key={name} {...picture} {...form.pictureOf(name, pairOf(name)?.src)} />
        ))}
      </div>
      <fieldset>
        <Switch label="Maintenance" {...switchOf('isUnderMaintenance')} />
        <p className="help">
          While it is on, residents and administrators cannot use the portal and see the message on its front
          page.
        </p>
        <Field label="Maintenance message" required={closed} error={errors.maintenanceMessage}>
          <TextArea {...inputOf('maintenanceMessage')} disabled={!closed} maxLength={5000} />
        </Field>
      </fieldset>
      <fieldset>
        <Switch label="Payments need two people" {...switchOf('makerChecker')} />
        <p className="help">While it is on, whoever verified a payment cannot post it.</p>
        <Switch label="Penalties first" {...switchOf('penaltiesFirst')} />
        <p className="help">
          While it is on, a payment settles charges labelled Penalty or Interest before older amounts.
        </p>
        <Field label="Days of grace" help={GRACE_DAYS_HELP} error={errors.graceDays}>
          <Input {...inputOf('graceDays')} inputMode="numeric" maxLength={3} />
        </Field>
        <Field
          label="Counter payments ask for the password above"
          required
          help={COUNTER_LIMIT_HELP}
          error={errors.confirmCounterAbove}
        >
          <Input {...inputOf('confirmCounterAbove')} inputMode="decimal" maxLength={16} />
        </Field>
      </fieldset>
      <Button kind="primary" type="submit" busy={form.busy}>
        Submit
      </Button>
    </SubmitForm>
  )
}
