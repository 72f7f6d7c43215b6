/**
 * Minimal server for comparison with the portal: `node:http`, a `pg` pool and one plain prepared query per
 * call, on the portal's tables. It writes and returns the same rows as the portal, but without sessions,
 * checks, live events or stored totals: its lists use OFFSET and count all rows.
 */
import { createServer, type IncomingMessage } from 'node:http'
import { Pool, type QueryConfig } from 'pg'

// The connection timeout is long: sixteen clients run queries that skip and count a million rows, so a call
// can wait long for a free connection.
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], connectionTimeoutMillis: 60_000 })
pool.on('error', console.error)
await pool.query('create sequence if not exists bare_numbers')

const LIST_COLUMNS = `t.id, t.module, t.ticket_number, t.tenant_id, t.status, t.verified_by_id, t.created_at, t.updated_at,
  n.client_code, n.uoccname, n.unit_number`
const TENANT_JOIN = 'join tenants n on n.id = t.tenant_id'
const RECORD_COLUMNS = `${LIST_COLUMNS}, t.details, t.remarks, t.approved_at, t.ongoing_at, t.completed_at, t.verified_at,
  p.name as approver_name, v.name as verifier_name, a.title as amenity_title`
const RECORD_JOINS = `${TENANT_JOIN}
  left join admins p on p.id = t.approved_by_id
  left join admins v on v.id = t.verified_by_id
  left join amenities a on a.id = (t.details ->> 'amenityId')::bigint`

const buildListQuery = (columns: string, condition: string): string =>
  `select ${columns}, (select count(*) from tickets where ${condition}) as total
   from tickets t ${columns === LIST_COLUMNS ? TENANT_JOIN : RECORD_JOINS}
   where ${condition.replaceAll(/\b(module|status)\b/g, 't.$1')} order by t.id desc limit 10 offset $1`
const SERVICES_QUERY = buildListQuery(LIST_COLUMNS, 'status <> 0')
// The query contains the condition of the partial indexes as constants. With parameters, the planner could
// not use these indexes.
const GATE_PASSES_QUERY = buildListQuery(
  RECORD_COLUMNS,
  `module = 'gatePass' and status <> 0 and status = $2`,
)
// Selects the matching tenants first, because an `or` over columns of two tables could not use an index.
const SEARCH_QUERY = `
  with found as (
    select id from tickets where status <> 0 and (search_text like $2
      or tenant_id = any(array(select id from tenants where lower(client_code || E'\\n' || uoccname) like $2)))
  ), page as (select id from found order by id desc limit 10 offset $1)
  select ${LIST_COLUMNS}, (select count(*) from found) as total
  from page join tickets t using (id) ${TENANT_JOIN} order by t.id desc`

const buildInsertQuery = (creator: 'resident' | 'office'): string => `
  with ticket as (
    insert into tickets (module, ticket_number, tenant_id, details, search_text)
    select 'gatePass', number, $1, $2, lower(number) || E'\\n' || lower($2::jsonb ->> 'bearerName')
    from (select 'BARE-' || lpad(nextval('bare_numbers')::text, 6, '0') as number) as next
    returning *
  ), event as (
    insert into ticket_events (ticket_id, actor_area, actor_name, to_status) select id, '${creator}', 'Bare', 1 from ticket
  ), noted as (${
    creator === 'resident'
      ? `insert into notifications (area, page, subject_tenant_id, title, message, link)
         select 'admin', 'tickets', tenant_id, 'New gate pass', ticket_number || ' was filed.',
           '/admin/tickets?id=' || id from ticket`
      : `insert into audit_log (actor_area, actor_name, action, subject, subject_id, subject_name, after)
         select 'admin', 'Bare', 'add', 'tickets', id, ticket_number, to_jsonb(ticket) - 'details' from ticket`
  })
  select ${RECORD_COLUMNS} from ticket t ${RECORD_JOINS}`
const INSERT_QUERIES = { resident: buildInsertQuery('resident'), office: buildInsertQuery('office') }

async function createQuery(request: IncomingMessage): Promise<QueryConfig> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bare')
  if (request.method === 'POST') {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { tenantId, ...details } = JSON.parse(String(Buffer.concat(chunks))) as { tenantId: number }
    const creator = searchParams.get('by') === 'office' ? 'office' : 'resident'
    return { name: creator, text: INSERT_QUERIES[creator], values: [tenantId, details] }
  }
  const offset = (Number(searchParams.get('page') ?? 1) - 1) * 10
  const searchTerm = searchParams.get('searchTerm')
  if (searchTerm) {
    const pattern = `%${searchTerm.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
    return { name: 'search', text: SEARCH_QUERY, values: [offset, pattern] }
  }
  if (pathname === '/api/services') return { name: 'services', text: SERVICES_QUERY, values: [offset] }
  if (pathname === '/api/tickets')
    return { name: 'passes', text: GATE_PASSES_QUERY, values: [offset, searchParams.get('status')] }
  return { text: 'select 1' }
}

createServer((request, response) => {
  createQuery(request)
    .then((query) => pool.query(query))
    .then(
      ({ rows }) => {
        const json = JSON.stringify(request.method === 'POST' ? rows[0] : { data: rows })
        response.writeHead(request.method === 'POST' ? 201 : 200, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(json),
        })
        response.end(json)
      },
      (error: unknown) => {
        console.error(error)
        response.writeHead(500, { 'content-length': 0 }).end()
      },
    )
}).listen(Number(process.env['PORT']), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
