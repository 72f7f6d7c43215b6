import './news.css'
import { useQuery } from '@tanstack/react-query'
import { MailX } from 'lucide-react'
import { PushSwitch } from '#features/push/push-switch.tsx'
import { apiQuery } from '#lib/api/api-query.ts'
import { api } from '#lib/api/api.ts'
import { FieldMessage } from '#ui/controls/field.tsx'
import { Segments } from '#ui/controls/segments.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { FormFields } from '#ui/forms/form-fields.tsx'
import { SettingsForm } from '#ui/forms/settings-form.tsx'
import { useSettingsForm } from '#ui/forms/use-settings-form.ts'
import { RecordSkeleton } from '#ui/lists/skeletons.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { QueryState } from '#ui/query-state.tsx'
import type { DeliveryChoices, OwnDeliveries } from '@tahanan/contract/deliveries/answers.ts'
import { type Form, onOff, text } from '@tahanan/contract/forms/fields.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import {
  DIGEST_TIME,
  MAIL_CHOICES,
  type MailChoice,
  NEWS,
  type NewsArea,
  type NewsChoice,
  type NewsKind,
  getDefaultChoice,
  isMailFixed,
  listNewsKinds,
} from '@tahanan/contract/notifications/kinds.ts'
import { describeMail } from './mail-words.ts'

/** Never served from an old cache, because the form must start with the saved choices. */
const deliveriesQuery = apiQuery<OwnDeliveries>(
  ['delivery-choices'],
  '/delivery-choices',
  {},
  { staleTime: 0 },
)

/** Form that chooses which news an account gets by mail and push message (rules 23.40). */
export function NewsSection({ area }: { area: NewsArea }) {
  const query = useQuery(deliveriesQuery)
  const { data } = query
  const problem = data && describeMail(data, area)
  return (
    <section className="news" aria-labelledby="news-title">
      <h2 id="news-title">News</h2>
      <p className="muted">
        {area === 'client'
          ? 'All news is under the bell. Choose what also comes to you by mail and on your phone.'
          : 'All news is under the bell. Choose what also comes to you by mail.'}
      </p>
      {data ? (
        <>
          {problem !== undefined && (
            <p className="callout">
              <MailX />
              <span>{problem}</span>
            </p>
          )}
          {area === 'client' && <PushSwitch />}
          <NewsForm own={data} area={area} />
        </>
      ) : (
        <QueryState query={query} title="We could not load your choices">
          <RecordSkeleton count={6} />
        </QueryState>
      )}
    </section>
  )
}

const MAIL_LABELS: Readonly<Record<MailChoice, string>> = {
  now: 'Mail at once',
  digest: `Mail at ${DIGEST_TIME}`,
  off: 'No mail',
}

const getMailOptions = (area: NewsArea, kind: NewsKind) =>
  MAIL_CHOICES.filter((value) => value !== 'off' || !isMailFixed(area, kind)).map((value) => ({
    value,
    label: MAIL_LABELS[value],
  }))

const BOTH_TIMES = 'Please choose both times!'

const newsForm: Form = {
  fields: {
    quietFrom: text({ label: 'Quiet hours from', input: 'time', required: BOTH_TIMES }),
    quietTo: text({ label: 'Quiet hours until', input: 'time', required: BOTH_TIMES }),
    showDetails: onOff({
      label: 'Show details on the lock screen',
      hint: 'Names and amounts too. Whoever sees your phone can read them.',
      initial: 0,
    }),
    walkInsByPush: onOff({
      label: 'Answer the gate from the lock screen',
      hint: 'When somebody asks for you, ‘Let in’ and ‘Not now’ work without a login. Whoever holds your phone can press them.',
      initial: 0,
    }),
  },
}

const getKindFields = (area: NewsArea) =>
  Object.fromEntries(
    listNewsKinds(area).map((kind) => [
      kind,
      {
        label: NEWS[kind][area] ?? kind,
        words: (choice: unknown) => {
          const { mail, push } = choice as NewsChoice
          return push ? `${MAIL_LABELS[mail]}, on your phone` : MAIL_LABELS[mail]
        },
      },
    ]),
  )

function NewsForm({ own, area }: { own: DeliveryChoices; area: NewsArea }) {
  const { choices, quietFrom, quietTo, showDetails, walkInsByPush } = own
  const kinds = listNewsKinds(area)
  const form = useSettingsForm({
    name: 'news',
    form: newsForm,
    saved: {
      ...Object.fromEntries(kinds.map((kind) => [kind, choices[kind] ?? getDefaultChoice(area, kind)])),
      quietFrom,
      quietTo,
      ...(area === 'client' && {
        showDetails: Number(showDetails),
        walkInsByPush: Number(walkInsByPush),
      }),
    },
    otherValues: (saved) => Object.fromEntries(kinds.map((kind) => [kind, saved[kind]])),
    send: (changes) => {
      const [chosen, others] = [{ choices: {} } as Details, {} as Details]
      for (const [key, value] of Object.entries(changes)) {
        if (key in NEWS) Object.assign(chosen.choices as object, { [key]: value })
        else others[key] = typeof value === 'number' ? value === 1 : value
      }
      return api.put('/delivery-choices', { ...chosen, ...others })
    },
    stale: [deliveriesQuery.queryKey],
    onSaved: () => toast.success('Your choices are saved.'),
  })
  return (
    <SettingsForm
      form={form}
      otherFields={getKindFields(area)}
      className="news-form stack gap-5"
      submitLabel="Save choices"
    >
      <ul>
        {kinds.map((kind) => (
          <KindRow
            key={kind}
            area={area}
            kind={kind}
            choice={form.values[kind] as NewsChoice}
            onChange={(choice) => form.set(kind, choice)}
          />
        ))}
      </ul>
      <div className="quiet" role="group" aria-label="Quiet hours">
        <FormFields form={form} only={['quietFrom', 'quietTo']} />
        <FieldMessage help="What comes in these hours is sent at their end, together. Choose the same time twice for none." />
      </div>
      <FormFields form={form} only={['showDetails', 'walkInsByPush']} />
    </SettingsForm>
  )
}

interface KindRowProps {
  area: NewsArea
  kind: NewsKind
  choice: NewsChoice
  onChange: (choice: NewsChoice) => void
}

function KindRow({ area, kind, choice, onChange }: KindRowProps) {
  const label = NEWS[kind][area]
  return (
    <li>
      <b>{label}</b>
      <Segments
        aria-label={`${label} by mail`}
        options={getMailOptions(area, kind)}
        value={choice.mail}
        onChange={(mail) => onChange({ ...choice, mail })}
      />
      {area === 'client' && (
        <Switch
          label="On your phone"
          aria-label={`${label} on your phone`}
          on={choice.push}
          onChange={(push) => onChange({ ...choice, push })}
        />
      )}
    </li>
  )
}
