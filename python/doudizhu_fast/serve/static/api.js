// Requests to the board. Whatever is legal, known or likely comes from there.

export async function get(path) {
  return call(path, { method: "GET" });
}

export async function post(path, data = {}) {
  return call(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(data),
  });
}

export async function remove(path) {
  return call(path, { method: "DELETE" });
}

async function call(path, options) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw { reason: null, message: "" };
  }
  const data = await answer.json();
  if (!answer.ok) throw data.error;
  return data;
}
