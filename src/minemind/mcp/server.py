"""The server of the tools: the SDK's own, over standard input and output.

Everything that a client sends gets an answer. The SDK itself ignores lines that are not messages; here they are
answered as well, as JSON-RPC demands.
"""

from __future__ import annotations

import json
from typing import Any

import anyio
import anyio.to_thread
from anyio.streams.memory import MemoryObjectSendStream
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp_types import (
    PARSE_ERROR,
    CallToolRequestParams,
    CallToolResult,
    ErrorData,
    JSONRPCError,
    ListToolsResult,
    TextContent,
    Tool,
    ToolAnnotations,
)

import minemind as mm
from minemind.mcp.tools import INSTRUCTIONS, TOOLS, answered

__all__ = ["make_server", "serve"]

# No tool changes anything or reaches beyond this process.
HARMLESS = ToolAnnotations(read_only_hint=True, open_world_hint=False)


def make_server() -> Server[Any]:
    """The server, for any transport."""
    return Server(
        "minemind",
        version=mm.__version__,
        title="MineMind",
        instructions=INSTRUCTIONS,
        on_list_tools=_list_tools,
        on_call_tool=_call_tool,
    )


async def _list_tools(_context: object, _params: object) -> ListToolsResult:
    listed = [
        Tool(
            name=name,
            description=tool.description,
            input_schema=tool.input_schema,
            output_schema=tool.output_schema,
            annotations=HARMLESS,
        )
        for name, tool in TOOLS.items()
    ]
    return ListToolsResult(tools=listed)


async def _call_tool(_context: object, params: CallToolRequestParams) -> CallToolResult:
    values, is_error = await anyio.to_thread.run_sync(answered, params.name, params.arguments or {})
    content = [TextContent(text=json.dumps(values, ensure_ascii=False))]
    return CallToolResult(content=[*content], structured_content=values, is_error=is_error)


def serve() -> None:
    """Answer until standard input ends, or until nobody reads the answers any more."""
    try:
        anyio.run(_serve)
    except* BrokenPipeError:
        pass


async def _serve() -> None:
    server = make_server()
    async with stdio_server() as (lines, out), anyio.create_task_group() as tasks:
        passed_on, messages = anyio.create_memory_object_stream[SessionMessage | Exception]()
        tasks.start_soon(_pass_on, lines, passed_on, out)
        await server.run(messages, out, server.create_initialization_options())
        tasks.cancel_scope.cancel()


async def _pass_on(lines: Any, messages: MemoryObjectSendStream[SessionMessage | Exception], out: Any) -> None:
    """Pass every message on to the server, and send the client an error for every line that is not a message."""
    wrong = ErrorData(code=PARSE_ERROR, message="this line is not a JSON-RPC message; send one JSON object a line")
    async with messages:
        async for line in lines:
            if isinstance(line, Exception):
                await out.send(SessionMessage(JSONRPCError(jsonrpc="2.0", id=None, error=wrong)))
            else:
                await messages.send(line)
