// What orval's documentation has its clients call, for a base URL and a `fetch` of their own.
let connection;

export function connectTo({ baseUrl, fetch = globalThis.fetch }) {
  connection = { baseUrl, fetch };
}

export const customFetch = async (url, options) => {
  const response = await connection.fetch(`${connection.baseUrl}${url}`, options);
  const body = [204, 205, 304].includes(response.status) ? null : await response.text();
  const data = body ? JSON.parse(body) : {};
  return { data, status: response.status, headers: response.headers };
};
