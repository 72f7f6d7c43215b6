import type { Db } from '#platform/db/client.ts'
import type { UploadFolder } from '@tahanan/contract/limits.ts'
import type { LoggedInCaller } from './callers.ts'
import type { TestPortal } from './portal.ts'

export async function findFileOwner(db: Db, key: string): Promise<string | null> {
  const file = db.selectFrom('files').select(['owner_kind', 'owner_id']).where('key', '=', key)
  const { owner_kind: kind, owner_id: id } = await file.executeTakeFirstOrThrow()
  return kind === null ? null : `${kind} ${id}`
}

export async function postForm<Body>(
  portal: TestPortal,
  caller: LoggedInCaller,
  path: string,
  form: FormData,
) {
  const request = new Request('http://test', { method: 'POST', body: form })
  const uploadResponse = await portal.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: {
      authorization: `Bearer ${caller.token}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: uploadResponse.statusCode, body: uploadResponse.json<Body>() }
}

export function postFile(
  portal: TestPortal,
  caller: LoggedInCaller,
  folder: UploadFolder,
  content: Uint8Array,
  name = 'file',
) {
  const form = new FormData()
  form.append('url', `${folder}/${name}`)
  form.append('file', new Blob([new Uint8Array(content)]), name)
  return postForm<{ key: string; message: string }>(portal, caller, '/file', form)
}

export const uploadFile = async (...upload: Parameters<typeof postFile>): Promise<string> =>
  (await postFile(...upload)).body.key
