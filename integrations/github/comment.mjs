/** By this a later run knows the comment of an earlier one. */
const MARK = '<!-- selfcollide -->';
/** GitHub takes 65,536 characters. */
const MOST = 60_000;
const PAGE = 100;

/** Comments on the pull request of the event, or changes the comment that is there. A comment that fails is told and fails nothing. */
export async function commentOnPullRequest(env, event, summary) {
  const number = event.pull_request?.number;
  const { GITHUB_API_URL, GITHUB_REPOSITORY, INPUT_TOKEN } = env;
  if (number === undefined || !GITHUB_API_URL || !GITHUB_REPOSITORY || !INPUT_TOKEN) return;
  const comments = `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues`;
  const call = async (method, url, body) => {
    const answer = await fetch(url, {
      method,
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${INPUT_TOKEN}`,
        'user-agent': 'selfcollide',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    if (!answer.ok) throw new Error(`${method} answered ${answer.status}`);
    return answer.json();
  };
  const cut = summary.length > MOST ? `${summary.slice(0, MOST)}\n\n… the rest is in the report.` : summary;
  const body = `${MARK}\n${cut}`;
  try {
    const known = await findComment(call, `${comments}/${number}/comments`);
    if (known) await call('PATCH', `${comments}/comments/${known.id}`, { body });
    else await call('POST', `${comments}/${number}/comments`, { body });
  } catch (error) {
    console.log(`::warning::selfcollide: the pull request could not be commented (${error.message}).`);
  }
}

async function findComment(call, url) {
  for (let page = 1; ; page++) {
    const found = await call('GET', `${url}?per_page=${PAGE}&page=${page}`);
    const own = found.find(({ body }) => body?.startsWith(MARK));
    if (own || found.length < PAGE) return own;
  }
}
