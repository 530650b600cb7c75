"""Calls a gateway with the client that openapi-generator has made; prints what came as JSON."""
import json
import os
import sys

sys.path.insert(0, sys.argv[1])

import gantry_api  # noqa: E402
from gantry_api.api.sdk_api import SdkApi  # noqa: E402

configuration = gantry_api.Configuration(host=os.environ["URL"])
configuration.access_token = os.environ["KEY"]
with gantry_api.ApiClient(configuration) as client:
    sdk = SdkApi(client)
    # Results are MCP's and free in their members, so they are read as JSON.
    listed = json.loads(sdk.list_app_tools(_preload_content=False).data)
    called = sdk.call_app_tool({"name": "desk__echo", "arguments": {"a": 1}}, _preload_content=False)
    try:
        sdk.call_app_tool({"name": "desk__nothing"})
        problem = None
    except gantry_api.ApiException as error:
        problem = json.loads(error.body)["code"]
    print(json.dumps({
        "tools": [tool["name"] for tool in listed["tools"]],
        "result": json.loads(called.data)["structuredContent"],
        "problem": problem,
    }))
